import type { Release } from '@slipway/api';
import type { EffectLine } from './effect-lines.ts';

/** The texts of a confirmation. */
export interface Confirmation {
  title: string;
  /** Grey text under the title. */
  note?: string;
  lines?: readonly EffectLine[];
  button: string;
  /** The toast after success. */
  done?: string;
}

/** The release that an action is about. */
export interface ActionSubject {
  id: string;
  version: string;
  channel: string;
}

export interface ReleaseDialogProps<Subject = Release> {
  app: string;
  release: Subject;
  onClose: () => void;
}
