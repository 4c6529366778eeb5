import { type Static, Type } from 'typebox';
import {
  exampleCargoPackagerUpdate,
  exampleHistory,
  exampleLatest,
  exampleRestUpdate,
  exampleSquirrelUpdate,
  exampleTauriUpdate,
} from './example.ts';
import { Nullable } from './field.ts';

/* Public reads on an app's own host: spec 4.5, 4.7 and 4.8, field by field. */

export const Platform = Type.Object({
  url: Type.String(),
  size: Type.String({ description: 'Size in bytes, as text.' }),
  sha256: Type.String(),
  signature: Nullable(Type.String()),
});
const Platforms = Type.Record(Type.String(), Platform);

export const TauriUpdate = Type.Object(
  {
    version: Type.String(),
    notes: Type.String(),
    pub_date: Type.String(),
    url: Type.String(),
    signature: Nullable(Type.String()),
  },
  { $id: 'TauriUpdate', examples: [exampleTauriUpdate] },
);

export const RestUpdate = Type.Object(
  {
    version: Type.String(),
    notes: Type.String(),
    pub_date: Type.String(),
    url: Type.String(),
    size: Type.String(),
    sha256: Type.String(),
    signature: Nullable(Type.String()),
  },
  { $id: 'RestUpdate', examples: [exampleRestUpdate] },
);

export const SquirrelUpdate = Type.Object(
  {
    url: Type.String(),
    name: Type.String({ description: 'The version.' }),
    notes: Type.String(),
    pub_date: Type.String({ description: 'Without fractions of a second.' }),
  },
  { $id: 'SquirrelUpdate', examples: [exampleSquirrelUpdate] },
);

export const CargoPackagerUpdate = Type.Object(
  {
    version: Type.String(),
    notes: Type.String(),
    pub_date: Type.String(),
    url: Type.String(),
    signature: Nullable(Type.String()),
    format: Nullable(
      Type.String({ description: 'How the updater installs it: `nsis`, `wix`, `appimage`, `app`.' }),
    ),
  },
  { $id: 'CargoPackagerUpdate', examples: [exampleCargoPackagerUpdate] },
);

export const Latest = Type.Object(
  {
    app: Type.String(),
    version: Type.String(),
    notes: Type.String(),
    pub_date: Type.String(),
    platforms: Platforms,
  },
  { $id: 'Latest', examples: [exampleLatest] },
);
export type Latest = Static<typeof Latest>;

export const NoLatest = Type.Object(
  { app: Type.String(), release: Type.Null() },
  { $id: 'NoLatest', examples: [{ app: 'hello', release: null }] },
);

export const History = Type.Object(
  {
    app: Type.String(),
    releases: Type.Array(
      Type.Object({
        id: Type.String(),
        version: Type.String(),
        notes: Type.String(),
        pub_date: Type.String(),
        channel: Type.String(),
        platforms: Platforms,
      }),
    ),
  },
  { $id: 'History', examples: [exampleHistory] },
);
export type History = Static<typeof History>;
