const secondsByUnit: Record<string, number> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };

/** Parses `15s`, `90m`, `24h`, or `2d`. A number without a unit is ambiguous and rejected. */
export const parseSeconds = (text: string): number | undefined => {
  const match = /^(\d+(?:\.\d+)?)\s*(s|m|min|h|d)$/i.exec(text.trim());
  const factor = secondsByUnit[match?.[2]?.toLowerCase() ?? ''];
  return match === null || factor === undefined ? undefined : Number(match[1]) * factor;
};

/** For example `24 h`, `90 min`, `7 days`. */
export const formatHours = (hours: number): string => {
  if (hours >= 72 && hours % 24 === 0) return `${hours / 24} days`;
  if (hours >= 2 || Number.isInteger(hours)) return `${Number(hours.toFixed(1))} h`;
  return `${Math.round(hours * 60)} min`;
};
