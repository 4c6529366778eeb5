/** The label and tone of each rollout state. */
export const rolloutStates = {
  planned: ['plain', 'Planned'],
  rolling: ['accent', 'Rolling out'],
  paused: ['warn', 'Paused'],
  done: ['good', 'Complete'],
} as const;
