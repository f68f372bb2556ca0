"""Grades completions the original's way, to compare speeds: a forked process with a Manager for each sample, the
prelude by exec, three execs a case. Reads {"prelude", "workers", "samples": [...]} as JSON on standard input, prints
{"seconds", "passed"}. It isolates nothing."""
import json
import multiprocessing
import sys
import time
from concurrent.futures import ThreadPoolExecutor


def play(prelude, sample, result):
    namespace = {}
    try:
        exec(prelude, namespace)
        exec(sample["solution"], namespace)
        exec("solution=Solution()", namespace)
        exec(sample["convert"], namespace)
        exec(sample["evaluate"], namespace)
        good = True
        for case in sample["cases"]:
            namespace["inputs"], namespace["expected"] = case["input"], case["expected"]
            exec("inputs, expected = convert_offline((inputs, expected))", namespace)
            exec("outputs = solution.%s(*inputs)" % sample["entry"], namespace)
            exec("passed = evaluate_offline(inputs, outputs, expected)", namespace)
            good = good and bool(namespace["passed"])
        result.append(good)
    except BaseException:
        result.append(False)


def grade(prelude, sample):
    context = multiprocessing.get_context("fork")
    with context.Manager() as manager:
        result = manager.list()
        process = context.Process(target=play, args=(prelude, sample, result))
        process.start()
        process.join(timeout=31)
        if process.is_alive():
            process.kill()
            return False
        return bool(result and result[0])


def main():
    job = json.load(sys.stdin)
    for name, source in job["support"].items():
        module = type(sys)(name)
        exec(source, module.__dict__)
        sys.modules[name] = module
    started = time.perf_counter()
    with ThreadPoolExecutor(job["workers"]) as pool:
        passed = sum(pool.map(lambda sample: grade(job["prelude"], sample), job["samples"]))
    print(json.dumps({"seconds": time.perf_counter() - started, "passed": passed}))


if __name__ == "__main__":
    main()
