import type { CardFacts } from '../../schemas/card.ts';

/** What the manifest of a build cannot say about the dataset. Formulas: src/scoring/beyond.ts. */
export const mercuryCard: CardFacts = {
  prettyName: 'Mercury for verl',
  description:
    'Mercury ([arXiv 2402.07844](https://arxiv.org/abs/2402.07844)) asks for Python solutions of LeetCode-style tasks and places each one, by its runtime, among solutions that people have submitted. This is its split `eval` in the row format of verl: every row carries a prompt, and a ground truth with hooks, test cases and the pool of reference solutions. The split `train` ships no test cases and cannot be graded.',
  license: {
    name: null,
    link: null,
    stated: 'Upstream states CC-BY-NC-4.0 for the dataset, and this conversion keeps it.',
    meaning: 'Use it for non-commercial purposes, with attribution to the authors of Mercury.',
  },
  rowFilter:
    'The filter is executable: a row is kept if and only if at least one of its reference solutions passes all of its test cases in the grader that scores completions later. All references are run; which of them pass is part of the row.',
  scoring: [
    {
      name: 'Beyond',
      formula: 'beyond = clip((max_runtime − runtime) / (max_runtime − min_runtime), 0, 1)',
      meaning:
        'max and min are over references of the task that pass, measured again on the machine that measures the completion: 8 of them by default, chosen evenly across the order of their LeetCode runtimes, the fastest and the slowest among them. A pool with a single distinct runtime gives 1, marked degenerate.',
    },
    {
      name: 'Reward',
      formula: 'reward = 0.5·pass + 0.5·beyond\nreward = 0 when a case fails',
      meaning: 'All cases run in one timed execution.',
    },
  ],
  compromises: [
    'Many tests are tiny, so that runtimes lie close together: each program is measured in several passes, and the smallest counts.',
    'A sample of the references stands for the pool; more of them cost time and change Beyond little.',
    'The original clamps the numerator at one second before it divides, and older versions have no upper clip. Both are there as modes (`clamp1s`, `unclipped`), to reproduce recorded results; the default is the clipped ratio.',
    'References that fail here are left out of the pool, and counted.',
  ],
  tags: ['code', 'code-efficiency', 'python', 'verl', 'reinforcement-learning'],
  taskCategories: ['text-generation'],
  languages: ['en'],
  sourceRepo: null,
  reward: null,
  citation: `@inproceedings{du2024mercury,
  title     = {Mercury: A Code Efficiency Benchmark for Code Large Language Models},
  author    = {Mingzhe Du and Anh Tuan Luu and Bin Ji and Qian Liu and See-Kiong Ng},
  booktitle = {Advances in Neural Information Processing Systems (Datasets and Benchmarks Track)},
  year      = {2024}
}`,
};
