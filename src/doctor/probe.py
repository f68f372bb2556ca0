"""What only system calls can tell: which cores can be pinned to, whether counters open. Prints JSON."""
import ctypes
import errno
import json
import os
import struct
import sys

PERF_EVENT_OPEN = {"x86_64": 298, "aarch64": 241}
HARDWARE, INSTRUCTIONS = 0, 1
SIZE = 128
DISABLED, EXCLUDE_KERNEL, EXCLUDE_HV = 1 << 0, 1 << 5, 1 << 6


def pinning():
    """What the kernel said for each allowed core that a process cannot be pinned to."""
    refused = []
    allowed = os.sched_getaffinity(0)
    for core in sorted(allowed):
        try:
            os.sched_setaffinity(0, {core})
        except OSError as error:
            refused.append("core %d: %s" % (core, errno.errorcode.get(error.errno, error.errno)))
    return refused


def counters():
    """'ok' when the instructions of this process can be counted, else the name of the error."""
    number = PERF_EVENT_OPEN.get(os.uname().machine)
    if number is None:
        return "unknown processor %s" % os.uname().machine
    # struct perf_event_attr: type, size, config, and the flags after three more 64-bit fields.
    attributes = struct.pack("=IIQQQQQ", HARDWARE, SIZE, INSTRUCTIONS, 0, 0, 0, DISABLED | EXCLUDE_KERNEL | EXCLUDE_HV)
    buffer = ctypes.create_string_buffer(attributes, SIZE)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.syscall.restype = ctypes.c_long
    any_cpu, no_group, no_flags = ctypes.c_long(-1), ctypes.c_long(-1), ctypes.c_long(0)
    descriptor = libc.syscall(ctypes.c_long(number), buffer, ctypes.c_long(0), any_cpu, no_group, no_flags)
    if descriptor < 0:
        return errno.errorcode.get(ctypes.get_errno(), str(ctypes.get_errno()))
    os.close(descriptor)
    return "ok"


json.dump({"refused": pinning(), "counters": counters()}, sys.stdout)
