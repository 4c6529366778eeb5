import { Icon } from '../ui/icon.tsx';
import type { EffectLine } from './effect-lines.ts';

export const EffectList = ({ lines }: { lines: readonly EffectLine[] }) => (
  <ul class="effects">
    {lines.map(({ icon, text, tone }) => (
      <li key={text} class={tone ?? ''}>
        <Icon name={icon} />
        <span>{text}</span>
      </li>
    ))}
  </ul>
);
