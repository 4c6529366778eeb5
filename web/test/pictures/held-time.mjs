// Preloaded into the server for screenshots only: the file in PICTURES_CLOCK sets the clock, and random values are
// deterministic. Never use it in production.
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const now = () => Number(readFileSync(process.env.PICTURES_CLOCK, 'utf8'));

globalThis.Date = new Proxy(Date, {
  construct: (target, words, made) => Reflect.construct(target, words.length === 0 ? [now()] : words, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

let drawn = 0;
const draw = (size) => {
  drawn += 1;
  return crypto.hkdfSync('sha256', 'pictures', String(drawn), '', size);
};

crypto.randomBytes = (size) => Buffer.from(draw(size));
crypto.randomInt = (below) => Buffer.from(draw(6)).readUIntBE(0, 6) % below;
syncBuiltinESMExports();
