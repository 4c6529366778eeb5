/** Environment variables, as a process has them. */
export type Environment = Record<string, string | undefined>;
