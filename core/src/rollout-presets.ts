/** The first step begins with publishing; the hours count from the step before. */
export interface PresetStep {
  percent: number;
  afterHours?: number;
}

const evenSteps = (percents: readonly number[], afterHours: number): PresetStep[] =>
  percents.map((percent, at) => (at === 0 ? { percent } : { percent, afterHours }));

export const rolloutPresets = {
  standard: evenSteps([1, 10, 50, 100], 24),
  slow: evenSteps([1, 2, 5, 10, 20, 50, 100], 24),
  fast: evenSteps([10, 50, 100], 6),
};

export type RolloutPresetName = keyof typeof rolloutPresets;
