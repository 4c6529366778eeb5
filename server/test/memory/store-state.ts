import type { App, Domain } from '../../src/domain/model/app.ts';
import type { Artifact } from '../../src/domain/model/artifact.ts';
import type { Channel } from '../../src/domain/model/channel.ts';
import type { RecordedEvent } from '../../src/domain/model/event.ts';
import type { WindowOutcomes } from '../../src/domain/model/evidence-window.ts';
import type { FleetRow, RolloutHour } from '../../src/domain/model/fleet.ts';
import type { Instant } from '../../src/domain/model/instant.ts';
import type { Key } from '../../src/domain/model/key.ts';
import type { Release } from '../../src/domain/model/release.ts';
import type { CountedReport } from '../../src/domain/model/report.ts';
import type { Rollout } from '../../src/domain/model/rollout.ts';
import type { Session } from '../../src/domain/model/session.ts';
import type { SigningKey } from '../../src/domain/model/signing-key.ts';
import type { TrustedPublisher } from '../../src/domain/model/trusted-publisher.ts';
import type { PartialDays, UsageRow } from '../../src/domain/model/usage.ts';
import type { NodeSketch } from '../../src/domain/ports/fleet.ts';

/** Everything in a memory store. Values are immutable, so a copy of the maps is a snapshot. */
export interface State {
  apps: Map<string, App>;
  domains: Map<string, Domain>;
  channels: Map<string, Channel>;
  keys: Map<string, Key>;
  trusted: Map<string, TrustedPublisher>;
  /** When each used token may be deleted. */
  tokens: Map<string, Instant>;
  signingKeys: Map<string, SigningKey>;
  sessions: Map<string, Session>;
  releases: Map<string, Release>;
  /** The creation order of releases, deleted drafts included. */
  positions: Map<string, number>;
  artifacts: Map<string, Artifact>;
  rollouts: Map<string, Rollout>;
  evidence: Map<string, WindowOutcomes & { releaseId: string; round: number }>;
  batches: Map<string, { releaseId: string; at: Instant }>;
  reports: Map<string, CountedReport & { releaseId: string }>;
  usage: Map<string, UsageRow & { deliveries: number }>;
  networks: Map<string, { releaseId: string; deliveries: number; checkIns: number }>;
  months: Map<string, number>;
  /** By app. */
  partial: Map<string, readonly PartialDays[]>;
  fleet: Map<string, FleetRow>;
  hours: Map<string, RolloutHour>;
  sketches: Map<string, NodeSketch>;
  nodes: Map<string, { sequence: number; at: Instant }>;
  settings: Map<string, string>;
  audit: (RecordedEvent & { id: number })[];
  generation: number;
  /** The generation of each app's last change. */
  generations: Map<string, number>;
}

export const emptyState = (): State => ({
  apps: new Map(),
  domains: new Map(),
  channels: new Map(),
  keys: new Map(),
  trusted: new Map(),
  tokens: new Map(),
  signingKeys: new Map(),
  sessions: new Map(),
  releases: new Map(),
  positions: new Map(),
  artifacts: new Map(),
  rollouts: new Map(),
  evidence: new Map(),
  batches: new Map(),
  reports: new Map(),
  usage: new Map(),
  networks: new Map(),
  months: new Map(),
  partial: new Map(),
  fleet: new Map(),
  hours: new Map(),
  sketches: new Map(),
  nodes: new Map(),
  settings: new Map(),
  audit: [],
  generation: 0,
  generations: new Map(),
});

/** An independent copy. */
export const copyState = (state: State): State => ({
  apps: new Map(state.apps),
  domains: new Map(state.domains),
  channels: new Map(state.channels),
  keys: new Map(state.keys),
  trusted: new Map(state.trusted),
  tokens: new Map(state.tokens),
  signingKeys: new Map(state.signingKeys),
  sessions: new Map(state.sessions),
  releases: new Map(state.releases),
  positions: new Map(state.positions),
  artifacts: new Map(state.artifacts),
  rollouts: new Map(state.rollouts),
  evidence: new Map(state.evidence),
  batches: new Map(state.batches),
  reports: new Map(state.reports),
  usage: new Map(state.usage),
  networks: new Map(state.networks),
  months: new Map(state.months),
  partial: new Map(state.partial),
  fleet: new Map(state.fleet),
  hours: new Map(state.hours),
  sketches: new Map(state.sketches),
  nodes: new Map(state.nodes),
  settings: new Map(state.settings),
  audit: [...state.audit],
  generation: state.generation,
  generations: new Map(state.generations),
});

/** A composite key; no part contains a line break. */
export const keyOf = (...parts: string[]): string => parts.join('\n');
