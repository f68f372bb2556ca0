"""The authored EffiBench sample: tasks in the upstream's row format, with known verdicts."""
