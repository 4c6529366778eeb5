import { Type } from 'typebox';

export const scopes = ['read', 'publish', 'withdraw', 'prune', 'manage', 'report'] as const;
export const Scope = Type.Enum(scopes);
export type Scope = (typeof scopes)[number];
