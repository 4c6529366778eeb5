import { currentLocation } from '../app/location.ts';
import { createSignal, useSignal } from '../data/signal.ts';
import { announce } from './announcer.tsx';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/* Toasts, optionally with Undo. */

interface Toast {
  id: number;
  /** The page that it was shown on. */
  path: string;
  text: string;
  action: { label: string; press: () => void } | undefined;
}

const toasts = createSignal<readonly Toast[]>([]);
let lastId = 0;

const drop = (id: number): void => {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
};

// An action makes sense only on the page where it was offered.
currentLocation.subscribe(() => {
  const { path } = currentLocation.value;
  toasts.value = toasts.value.filter((one) => one.action === undefined || one.path === path);
});

/** Shows a toast; one with an action stays until it is closed or the page is left. */
export const toast = (text: string, action?: Toast['action']): void => {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-2), { id, path: currentLocation.value.path, text, action }];
  announce(text);
  if (action === undefined) setTimeout(() => drop(id), 6000);
};

const pressed = ({ id, action }: Toast): void => {
  drop(id);
  action?.press();
};

export const Toasts = () => (
  <div class="toasts">
    {useSignal(toasts).map((one) => (
      <div key={one.id} class="toast">
        <span>{one.text}</span>
        {one.action !== undefined && <Button onPress={() => pressed(one)}>{one.action.label}</Button>}
        <Button kind="quiet" label="Dismiss" onPress={() => drop(one.id)}>
          <Icon name="close" />
        </Button>
      </div>
    ))}
  </div>
);
