/** Colors and spacing match the dashboard. The page's CSP contains the hash of this style. */
export const downloadPageStyle = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f8; --surface: #ffffff; --line: #dfe3e6; --line-strong: #848f97;
  --ink: #14191c; --ink-2: #505b63; --ink-3: #626d75;
  --accent: #0b6b74; --accent-ink: #ffffff; --accent-soft: #e0f1f2; --accent-line: #9fd0d4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1214; --surface: #151b1e; --line: #273036; --line-strong: #5f6c74;
    --ink: #e8edef; --ink-2: #a3aeb5; --ink-3: #8d99a1;
    --accent: #3fb6bf; --accent-ink: #06181a; --accent-soft: #12302f; --accent-line: #22575b;
  }
}
* { box-sizing: border-box }
body {
  margin: 0; background: var(--ground); color: var(--ink); overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1rem }
h1, h2, p, ul { margin: 0; padding: 0 }
h1 { font-size: 1.75rem; line-height: 1.25; letter-spacing: -0.01em; overflow: clip }
h2 { margin: 2rem 0 0.75rem; font-size: 1rem; line-height: 1.5 }
ul { list-style: none }
a { color: var(--accent); text-underline-offset: 0.2em }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.about { margin-top: 0.25rem; color: var(--ink-2) }
.tag { padding: 0.125rem 0.5rem; border: 1px solid var(--accent-line); border-radius: 5px; background: var(--accent-soft); color: var(--accent); font-size: 0.8125rem }
.first { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem }
.first li { flex: 1 1 17rem; min-width: 0; padding: 1rem; border: 1px solid var(--accent-line); border-radius: 9px; background: var(--surface) }
.get { display: block; padding: 0.75rem 1rem; border-radius: 5px; background: var(--accent); color: var(--accent-ink); font-weight: 600; text-align: center; text-decoration: none }
.get:hover { text-decoration: underline }
.get + .what { margin-top: 0.75rem }
.files { border: 1px solid var(--line); border-radius: 9px; background: var(--surface) }
.files li { padding: 0.75rem 1rem }
.files li + li { border-top: 1px solid var(--line) }
.files a { font-weight: 600 }
summary { margin: 1.5rem 0 0.75rem; color: var(--ink-2); cursor: pointer }
.what { color: var(--ink-2); font-size: 0.875rem }
.sum { margin-top: 0.25rem; color: var(--ink-3); font-size: 0.75rem }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; user-select: all }
.notes { padding: 1rem; border: 1px solid var(--line); border-radius: 9px; background: var(--surface); white-space: pre-wrap; unicode-bidi: plaintext; overflow: clip; font-size: 0.875rem }
footer { margin-top: 2rem; color: var(--ink-3); font-size: 0.8125rem }
@media (max-width: 30rem) { main { padding: 1.5rem 1rem } }
@media (forced-colors: active) { .get { border: 1px solid } }
@media print { :root { color-scheme: light } .get { color: inherit; background: none; border: 1px solid } }
`;
