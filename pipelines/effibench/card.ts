import type { CardFacts } from '../../schemas/card.ts';

/** What the manifest of a build cannot say about the dataset. Formulas: src/scoring/effibench.ts and effibench-paper.ts. */
export const effibenchCard: CardFacts = {
  prettyName: 'EffiBench for verl',
  description:
    'EffiBench ([arXiv 2402.02037](https://arxiv.org/abs/2402.02037)) asks for Python solutions of LeetCode-style tasks that are not only right but also fast and sparing of memory. This is the benchmark in the row format of verl: every row carries a prompt, and a ground truth with the complete test suite and the canonical solution that a completion is compared with.',
  license: {
    name: 'unstated-research-only',
    link: 'README.md',
    stated: 'Upstream states no licence for the dataset; the README of its code repository names Apache-2.0.',
    meaning:
      'Nobody has granted rights to the tasks, which restate problems of LeetCode: take the dataset for research only, and ask the authors of EffiBench before anything else.',
  },
  rowFilter:
    'The filter is executable: a row is kept if and only if its own canonical solution passes its own test suite in the grader that scores completions later. Rows that cannot be run at all, for want of tests or of an entry point, are not structurally usable.',
  scoring: [
    {
      name: 'Reward',
      formula:
        'reward = 0.5·pass + 0.25·min(1, canonical_runtime / runtime) + 0.25·min(1, canonical_memory / memory)\nreward = 0 when the suite does not pass',
      meaning:
        'The canonical solution is measured on the machine that measures the completion. `reference_runtime_ms` and `reference_memory_mb` in the rows are of the machine below, for orientation.',
    },
    {
      name: 'Metrics of the paper',
      formula:
        'ET = mean(runtime)     NET = mean(runtime / canonical_runtime)\nMU = mean(memory)      NMU = mean(memory / canonical_memory)\nTMU = mean(∫ memory dt)   NTMU = mean(∫ memory dt / canonical ∫ memory dt)',
      meaning:
        'Over tasks, each the mean of its passing samples; as in the paper only correct code counts. They are reported beside the reward and are no part of it.',
    },
  ],
  compromises: [
    'Memory is the peak of the resident set of the whole process, not its integral over time.',
    'A suite passes as a whole or not at all; the fraction of asserts that held is reported, not rewarded.',
    'Ratios are clipped at 1: code that beats the canonical solution earns no more than code that equals it.',
    'Upstream ships no starter code. It is reconstructed from the signature of the canonical method that the suite calls.',
    'Suites are upstream’s own: some accept answers in one order only, or compare floats exactly.',
  ],
  tags: ['code', 'code-efficiency', 'python', 'verl', 'reinforcement-learning'],
  taskCategories: ['text-generation'],
  languages: ['en'],
  sourceRepo: null,
  reward: null,
  citation: `@article{huang2024effibench,
  title   = {EffiBench: Benchmarking the Efficiency of Automatically Generated Code},
  author  = {Dong Huang and Yuhao Qing and Weiyi Shang and Heming Cui and Jie M. Zhang},
  journal = {arXiv preprint arXiv:2402.02037},
  year    = {2024}
}`,
};
