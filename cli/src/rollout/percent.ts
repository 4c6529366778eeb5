import { type Input, type Option, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';

export const percentOption: Option = {
  flags: '--percent <n>',
  about: 'go to this percentage and stay (0–100, one decimal)',
};

export const parsePercentOption = (input: Input): { percent?: number } => {
  const text = optionText(input, 'percent')?.replace(/\s*%$/, '');
  if (text === undefined) return {};
  const isPercent = /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 100;
  if (!isPercent)
    throw usageFailure(`--percent ${text} is not a percentage from 0 to 100 with at most one decimal.`);
  return { percent: Number(text) };
};
