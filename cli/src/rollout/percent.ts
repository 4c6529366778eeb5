import { type Input, type Option, optionText } from '../command.ts';
import { usageFailure } from '../errors/failure.ts';

export const percentOption: Option = {
  flags: '--percent <n>',
  about: 'go to this percent, 0 to 100 with one decimal at most, and stay there',
};

export const parsePercentOption = (input: Input): { percent?: number } => {
  const text = optionText(input, 'percent')?.replace(/\s*%$/, '');
  if (text === undefined) return {};
  const isPercent = /^\d{1,3}(\.\d)?$/.test(text) && Number(text) <= 100;
  if (!isPercent)
    throw usageFailure(`--percent ${text} is not a percent from 0 to 100, with one decimal at most.`);
  return { percent: Number(text) };
};
