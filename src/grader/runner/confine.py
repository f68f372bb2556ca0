"""What the harness itself forbids inside the sandbox, the same under every backend."""
import os
import resource
import struct
import sys
import time

import _ctypes

PR_SET_DUMPABLE = 4
PR_SET_NO_NEW_PRIVS = 38
PR_SET_SECCOMP = 22
SECCOMP_MODE_FILTER = 2
MIB = 1 << 20
# The namespace's init, the judge, the template and the pass itself count as well.
HARNESS_PROCESSES = 4


def prctl(*arguments):
    """prctl(2) without the ctypes package, whose import costs milliseconds. Bytes go over as a pointer."""
    address = _ctypes.dlsym(_ctypes.dlopen(None, 0), "prctl")
    if _ctypes.call_function(address, tuple(arguments) + (0,) * (5 - len(arguments))) != 0:
        raise OSError("prctl %d failed" % arguments[0])


def open_up(folder):
    """Let the user we become pass through a folder that the sandbox has put in the place of the real one."""
    with open("/proc/self/mountinfo") as mounts:
        own = any(line.split()[4] == folder and " - tmpfs " in line for line in mounts)
    if own:
        os.chmod(folder, 0o711)


def become(uid):
    """Leave root for an id that nobody else has, so that limits on processes count this sandbox only."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def hide_memory():
    """No other process of the same user may read this one's memory or descriptors."""
    prctl(PR_SET_DUMPABLE, 0)


def limit(limits):
    """Kernel limits of one process that runs a submission."""
    memory = limits["memoryMb"] * MIB
    seconds = (limits["timeMs"] + 999) // 1000 + 1
    os.umask(0o077)
    for what, soft in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, limits["fileMb"] * MIB),
        (resource.RLIMIT_NPROC, limits["processes"] + HARNESS_PROCESSES),
        (resource.RLIMIT_NOFILE, 256),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        value = soft if hard == resource.RLIM_INFINITY else min(soft, hard)
        # Above the soft CPU limit comes a signal that has a name, above the hard one only a kill.
        resource.setrlimit(what, (value, value + (what == resource.RLIMIT_CPU)) if hard != value else (value, value))


# System calls a solution never needs and an attack does: by name, with their numbers per architecture.
_NUMBERS = {
    "x86_64": (0xC000003E, {
        "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "mount": 165, "umount2": 166,
        "pivot_root": 155, "chroot": 161, "unshare": 272, "setns": 308, "keyctl": 250, "add_key": 248,
        "request_key": 249, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425,
        "shmget": 29, "msgget": 68, "semget": 64, "mq_open": 240, "open_by_handle_at": 304, "kcmp": 312,
        "pidfd_open": 434, "pidfd_getfd": 438, "pidfd_send_signal": 424, "process_madvise": 440, "personality": 135,
        "tkill": 200, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297, "setpriority": 141,
        "sched_setaffinity": 203, "sched_setscheduler": 144, "sched_setattr": 314, "migrate_pages": 256,
        "clone3": 435,
    }, {"kill": 62, "tgkill": 234, "socket": 41, "socketpair": 53, "prlimit64": 302, "clone": 56}),
    "aarch64": (0xC00000B7, {
        "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "mount": 40, "umount2": 39,
        "pivot_root": 41, "chroot": 51, "unshare": 97, "setns": 268, "keyctl": 219, "add_key": 217,
        "request_key": 218, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425,
        "shmget": 194, "msgget": 186, "semget": 190, "mq_open": 180, "open_by_handle_at": 265, "kcmp": 272,
        "pidfd_open": 434, "pidfd_getfd": 438, "pidfd_send_signal": 424, "process_madvise": 440, "personality": 92,
        "tkill": 130, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240, "setpriority": 140,
        "sched_setaffinity": 122, "sched_setscheduler": 119, "sched_setattr": 274, "migrate_pages": 238,
        "clone3": 435,
    }, {"kill": 129, "tgkill": 131, "socket": 198, "socketpair": 199, "prlimit64": 261, "clone": 220}),
}
_LOAD, _EQUAL, _SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _EPERM, _ENOSYS, _KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000
_AF_UNIX = 1
_NEW_NAMESPACES = 0x7E020080  # CLONE_NEWNS | NEWCGROUP | NEWUTS | NEWIPC | NEWUSER | NEWPID | NEWNET | NEWTIME


def _instruction(code, value, if_true=0, if_false=0):
    return struct.pack("=HBBI", code, if_true, if_false, value & 0xFFFFFFFF)


def seccomp_program(machine, pid):
    """BPF for seccomp(2). Refused calls fail with EPERM, so an honest program that tries one gets an exception.

    `pid`: the only process that this one may signal (itself). Signals to others could end the judge.
    """
    audit, refused, conditional = _NUMBERS[machine]
    number, argument0, architecture = 0, 16, 4
    out = [
        _instruction(_LOAD, architecture),
        _instruction(_EQUAL, audit, 1, 0),
        _instruction(_RETURN, _KILL),
        _instruction(_LOAD, number),
    ]
    if machine == "x86_64":  # the x32 numbers are another door to the same calls
        out += [_instruction(0x35, 0x40000000, 0, 1), _instruction(_RETURN, _EPERM)]
    for name, value in refused.items():
        # libc falls back from clone3 to clone, whose flags can be looked at, only on ENOSYS.
        out += [_instruction(_EQUAL, value, 0, 1), _instruction(_RETURN, _ENOSYS if name == "clone3" else _EPERM)]

    def only(call, value):
        """Allow `call` only with this first argument."""
        return [
            _instruction(_EQUAL, conditional[call], 0, 4),
            _instruction(_LOAD, argument0),
            _instruction(_EQUAL, value, 0, 1),
            _instruction(_RETURN, _ALLOW),
            _instruction(_RETURN, _EPERM),
        ]

    out += only("kill", pid) + only("tgkill", pid) + only("socket", _AF_UNIX) + only("socketpair", _AF_UNIX)
    out += only("prlimit64", 0)
    out += [
        _instruction(_EQUAL, conditional["clone"], 0, 4),
        _instruction(_LOAD, argument0),
        _instruction(_SET, _NEW_NAMESPACES, 0, 1),
        _instruction(_RETURN, _EPERM),
        _instruction(_RETURN, _ALLOW),
        _instruction(_RETURN, _ALLOW),
    ]
    return b"".join(out)


def forbid_calls():
    """Install the filter in this process and everything it starts."""
    machine = os.uname().machine
    if machine not in _NUMBERS or sys.maxsize < 1 << 32:
        return False
    program = seccomp_program(machine, os.getpid())
    payload = bytes.__basicsize__ - 1  # where CPython keeps the characters of a bytes object
    filter_program = struct.pack("HxxxxxxP", len(program) // 8, id(program) + payload)
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter_program)
    return True


def others(spared):
    """Process ids of this pid namespace besides its init, this process and `spared`."""
    spared = {1, os.getpid(), *spared}
    return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if pid not in spared]


def sweep(spared):
    """Kill every process that a pass left behind. Returns how many there were, -1 when they would not die."""
    found = 0
    deadline = time.monotonic() + 2
    while True:
        left = [pid for pid in others(spared) if not _zombie(pid) or _reaped(pid)]
        if not left:
            return found
        if time.monotonic() > deadline:
            return -1
        found += len(left)
        for pid in left:
            try:
                os.kill(pid, 9)
            except OSError:
                pass
        time.sleep(0.001)


def _reaped(pid):
    """Where we are init ourselves, dead orphans are ours to bury; they would count as processes for ever."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except OSError:
        pass
    return False


def _zombie(pid):
    try:
        with open("/proc/%d/stat" % pid, "rb") as stat:
            return stat.read().rpartition(b")")[2].split()[0] in (b"Z", b"X")
    except OSError:
        return True


def resident_mb(spared):
    """Resident memory of all processes of the submission together, MiB."""
    pages = 0
    for pid in others(spared):
        try:
            with open("/proc/%d/statm" % pid, "rb") as statm:
                pages += int(statm.read().split()[1])
        except (OSError, IndexError):
            pass
    return pages * resource.getpagesize() / MIB


def still_taking_memory(pid, limit_mb):
    """Resident MiB of a process that has spent its time on getting memory rather than on computing, else 0.

    Where the first touch of a page is slow (virtual machines), a program that takes memory without end reaches
    the time limit before the memory limit; what stopped it is still its memory.
    """
    try:
        with open("/proc/%d/stat" % pid, "rb") as stat:
            fields = stat.read().rpartition(b")")[2].split()
    except OSError:
        return 0
    user, system, resident = int(fields[11]), int(fields[12]), int(fields[21])
    resident_mb = resident * resource.getpagesize() // MIB
    return resident_mb if system >= user and resident_mb * 4 >= limit_mb else 0


def tree_cpu_ns(spared):
    """CPU time of all processes of the submission that are alive, threads included."""
    ticks = 0
    for pid in others(spared):
        try:
            with open("/proc/%d/stat" % pid, "rb") as stat:
                fields = stat.read().rpartition(b")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        except (OSError, IndexError):
            pass
    return ticks * 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def resident_mb_self():
    with open("/proc/self/statm", "rb") as statm:
        return int(statm.read().split()[1]) * resource.getpagesize() / MIB


def empty(folder):
    """Remove whatever a pass wrote, so that the next one starts from nothing.

    Folders within folders are moved up before they are emptied: they may be deeper than a path can be long.
    """
    moved = 0
    waiting = [entry.name for entry in os.scandir(folder)]
    while waiting:
        path = os.path.join(folder, waiting.pop())
        try:
            if os.path.islink(path) or not os.path.isdir(path):
                os.unlink(path)
                continue
            os.chmod(path, 0o700)
            for entry in list(os.scandir(path)):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)
                    continue
                os.chmod(entry.path, 0o700)
                name = ".moved-%d" % moved
                while os.path.lexists(os.path.join(folder, name)):
                    moved += 1
                    name = ".moved-%d" % moved
                os.rename(entry.path, os.path.join(folder, name))
                waiting.append(name)
            os.rmdir(path)
        except OSError:
            pass


class Room:
    """How much of a folder's file system is in use beyond what was when the run began."""

    MOST_ENTRIES = 10_000

    def __init__(self, folder):
        self.folder = folder
        self.start = self._used()

    def _used(self):
        stat = os.statvfs(self.folder)
        return (stat.f_blocks - stat.f_bfree) * stat.f_frsize, stat.f_files - stat.f_ffree

    def exceeded(self, limit_mb):
        """Are there more bytes, or more entries than anybody needs? A private tmp may have no size of its own."""
        used, entries = (now - then for now, then in zip(self._used(), self.start))
        return used > limit_mb * MIB or entries > self.MOST_ENTRIES


def cpu_ns(pid):
    """(time on a core, time runnable but waiting for one) of a process's main thread, from the kernel."""
    try:
        with open("/proc/%d/schedstat" % pid, "rb") as stat:
            ran, waited = stat.read().split()[:2]
            return int(ran), int(waited)
    except (OSError, ValueError):
        return 0, 0
