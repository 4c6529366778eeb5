/** The value of a metric in the text of `/metrics`, summed over the labels that match. */
export const metricOf = (text: string, name: string, labels = ''): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*${labels}[^}]*\\})? (\\S+)$`, 'gm'))]
    .map(([, value]) => Number(value))
    .reduce((sum, value) => sum + value, 0);
