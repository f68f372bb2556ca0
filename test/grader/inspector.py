"""A submission that looks for a way out of the sandbox. Each method returns what it found: nothing, if all is well."""
import os
import signal
import socket
import sys


def attempts(steps):
    """Names of the steps that did not fail."""
    done = []
    for name, step in steps:
        try:
            step()
        except Exception:
            continue
        done.append(name)
    return done


def other_processes():
    return [int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]


def libc_call(name, *arguments):
    import ctypes

    if ctypes.CDLL(None, use_errno=True)[name](*arguments) == -1:
        raise OSError(ctypes.get_errno(), name)


class Solution:
    def network(self, port, abstract):
        def connect(family, address):
            with socket.socket(family, socket.SOCK_STREAM) as client:
                client.settimeout(1)
                client.connect(address)

        def send():
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as client:
                client.sendto(b"x", ("192.0.2.1", 53))

        return attempts([
            ("IPv4", lambda: connect(socket.AF_INET, ("127.0.0.1", port))),
            ("IPv6", lambda: connect(socket.AF_INET6, ("::1", port))),
            ("UDP", send),
            ("abstract socket", lambda: connect(socket.AF_UNIX, "\0" + abstract)),
            ("netlink", lambda: socket.socket(16, socket.SOCK_RAW, 0)),
            ("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1)),
            ("packet", lambda: socket.socket(17, socket.SOCK_RAW, 0)),
        ])

    def processes(self):
        """Programs that are neither the sandbox nor the harness."""
        found = set()
        for pid in other_processes():
            with open("/proc/%d/comm" % pid) as comm:
                found.add(comm.read().strip())
        return sorted(name for name in found if not name.startswith(("python", "bwrap", "firejail")))

    def readable(self, paths):
        def look(path):
            if os.path.isdir(path):
                os.listdir(path)
            else:
                open(path, "rb").close()

        return attempts([(path, lambda path=path: look(path)) for path in paths])

    def listed(self, folder):
        try:
            return sorted(os.listdir(folder))
        except OSError:
            return []

    def writable(self):
        """Where a file can be made or opened for writing, in the whole tree but the private tmp and devices."""
        found, stack = [], ["/", os.path.dirname(os.__file__), os.path.dirname(sys.executable)]
        stack += [folder for folder in sys.path if os.path.isdir(folder)]
        seen = set()
        while stack:
            folder = os.path.realpath(stack.pop())
            if folder in seen or folder in ("/proc", "/tmp", "/dev"):
                continue
            seen.add(folder)
            found += attempts([(folder, lambda: open(os.path.join(folder, ".made"), "xb").close())])
            try:
                entries = list(os.scandir(folder))
            except OSError:
                continue
            for entry in entries[:200]:
                if entry.is_dir(follow_symlinks=False):
                    if folder.count("/") < 3 and not folder.startswith("/usr/"):
                        stack.append(entry.path)
                else:
                    found += attempts([(entry.path, lambda: open(entry.path, "r+b").close())])
        return found + attempts([
            ("interpreter", lambda: open(sys.executable, "r+b")),
            ("shared memory", lambda: open("/dev/shm/made", "wb")),
            ("device folder", lambda: open("/dev/made", "wb")),
            ("remount", lambda: libc_call("mount", b"none", b"/", None, 32, None)),
            ("device node", lambda: os.mknod("/tmp/disk", 0o60600, os.makedev(8, 0))),
        ])

    def status(self):
        with open("/proc/self/status") as status:
            fields = dict(line.split(":\t") for line in status.read().splitlines())
        return {name: fields[name] for name in ("CapEff", "CapPrm", "CapAmb", "NoNewPrivs", "Seccomp")}

    def privileges(self):
        return attempts([
            ("root", lambda: os.setuid(0) if os.getuid() else os.setuid(os.getuid() or 1 / 0)),
            ("another user", lambda: os.setresuid(12345, 12345, 12345)),
            ("user namespace", lambda: libc_call("unshare", 0x10000000)),
            ("chroot", lambda: os.chroot("/tmp")),
            ("dumpable", lambda: self.own_memory()),
        ])

    def own_memory(self):
        """With other rights over oneself come other rights over the harness, which is of the same user."""
        libc_call("prctl", 4, 1, 0, 0, 0)
        for pid in other_processes():
            try:
                open("/proc/%d/mem" % pid, "rb").close()
            except OSError:
                continue
            return
        raise OSError("refused")

    def harness(self):
        steps = [("all", lambda: os.kill(-1, signal.SIGKILL)), ("group", lambda: os.kill(0, signal.SIGTERM))]
        for pid in other_processes():
            steps += [
                ("probe %d" % pid, lambda pid=pid: os.kill(pid, 0)),
                ("stop %d" % pid, lambda pid=pid: os.kill(pid, signal.SIGSTOP)),
                ("kill %d" % pid, lambda pid=pid: os.kill(pid, signal.SIGKILL)),
                ("trace %d" % pid, lambda pid=pid: libc_call("ptrace", 16, pid, 0, 0)),
                ("limit %d" % pid, lambda pid=pid: __import__("resource").prlimit(pid, 7, (0, 0))),
                ("pin %d" % pid, lambda pid=pid: os.sched_setaffinity(pid, {0})),
                ("pidfd %d" % pid, lambda pid=pid: os.pidfd_open(pid)),
            ]
            for name in ("mem", "maps", "environ", "fd", "fd/0", "fd/1", "root", "cwd", "stack", "syscall", "oom_score_adj"):
                path = "/proc/%d/%s" % (pid, name)
                mode = "r+b" if name in ("mem", "oom_score_adj") else "rb"
                steps.append((path, lambda path=path, mode=mode: (
                    os.listdir(path) if os.path.isdir(path) else open(path, mode).read(1))))
        return attempts(steps)

    def descriptors(self):
        """Open descriptors besides the standard ones, which are the null device, and the harness's one channel."""
        found = []
        for number in range(1024):
            try:
                kind = os.fstat(number).st_mode & 0o170000
            except OSError:
                continue
            null = os.path.samestat(os.fstat(number), os.stat("/dev/null"))
            if not (null if number < 3 else kind == 0o140000 and "channel" not in found):
                found.append(number)
            if number >= 3 and kind == 0o140000:
                found.append("channel")
        return [x for x in found if x != "channel"] + (["channels"] if found.count("channel") > 1 else [])

    def environment(self, names):
        """Which of the supervisor's variables came through."""
        return sorted(set(os.environ) & set(names))
