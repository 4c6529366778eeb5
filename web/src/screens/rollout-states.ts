/* Labels and sentences about rollouts that several screens show. */

/** The label and tone of each rollout state. */
export const rolloutStates = {
  planned: ['plain', 'Planned'],
  rolling: ['accent', 'Rolling out'],
  paused: ['warn', 'Paused'],
  done: ['good', 'Complete'],
} as const;

export const stagedRolloutHelp =
  'A staged rollout starts with a small share of clients and grows automatically while health is good.';
