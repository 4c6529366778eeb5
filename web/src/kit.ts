/*
 * The frame and what every screen shares, and nothing that only some need. The build lets each chunk import it, so that
 * all of it lies in one file that the page loads first, whichever screen follows.
 */
import 'preact';
import './acting/ask.tsx';
import './app.tsx';
import './apps.ts';
import './charts/bars.tsx';
import './client.ts';
import './format.ts';
import './frame/sign-in-form.tsx';
import './live.ts';
import './parts/adapter-choice.tsx';
import './parts/announcer.tsx';
import './parts/badge.tsx';
import './parts/button.tsx';
import './parts/card.tsx';
import './parts/copyable.tsx';
import './parts/dialog.tsx';
import './parts/field.tsx';
import './parts/form.tsx';
import './parts/icon.tsx';
import './parts/menu.tsx';
import './parts/meter.tsx';
import './parts/problem.tsx';
import './parts/screen.tsx';
import './parts/table.tsx';
import './parts/tick.tsx';
import './parts/time.tsx';
import './parts/toast.tsx';
import './screens/overview/installed.ts';
import './screens/overview/matrix.ts';
import './screens/release/history-words.ts';
import './session.ts';
import './words.ts';
