/** What the state of a rollout is called, and in which tone. */
export const rolloutStates = {
  planned: ['plain', 'Planned'],
  rolling: ['accent', 'Rolling out'],
  paused: ['warn', 'Paused'],
  done: ['good', 'Complete'],
} as const;
