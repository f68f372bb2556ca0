"""The harness: one sandboxed run of one program. Reads a setup and a job from stdin, writes a verdict to stdout."""
import os


def setup_process(setup):
    """Everything that must be so before another module is loaded."""
    if setup["core"] is not None:
        os.sched_setaffinity(0, {setup["core"]})


def close_inherited():
    """Whatever else is open came down from the supervisor's own parents, and would go on to the submission."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) > 2:
            try:
                os.close(int(name))
            except OSError:
                pass  # the listing's own


def main():
    import channel
    import codec

    close_inherited()
    setup = codec.loads(channel.read_message(0))
    setup_process(setup)

    import types

    import _socket

    import confine
    import judge
    import outcome
    import player

    if setup["uid"] is not None:
        for folder in setup["opened"]:
            confine.open_up(folder)
        confine.become(setup["uid"])
    confine.hide_memory()
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = __builtins__
    exec(compile(setup["prelude"], "<prelude>", "exec", dont_inherit=True), module.__dict__)
    baseline_kb = confine.resident_mb_self() * 1024

    # The player's side is forked before the job is read: no expected value is ever in its memory.
    ours, theirs = _socket.socketpair()
    verdict_fd = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    pid = os.fork()
    if pid == 0:
        os.close(verdict_fd)
        ours.close()
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        try:
            player.template(theirs, setup, module)
        finally:
            os._exit(1)
    theirs.close()
    job_data = channel.read_message(0)
    for fd in (0, 1, 2):
        os.dup2(null, fd)
    os.close(null)
    job = codec.loads(job_data)
    referee = None
    try:
        referee = judge.Judge(setup, module, ours, pid, verdict_fd)
        reports = referee.grade(job)
    except BaseException as error:
        reports = [outcome.internal(error)] * len(job["solutions"])
    ours.close()
    try:
        os.waitpid(pid, 0)
    except OSError:
        pass
    outcome.report(verdict_fd, referee, reports, baseline_kb)


if __name__ == "__main__":
    main()
    os._exit(0)
