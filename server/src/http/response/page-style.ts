/** The pages' CSP contains the hash of this style, so no other style applies. */
export const docsPageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1c2430; --quiet: #5a6675; --paper: #ffffff; --shade: #f4f6f9; --line: #dde3ea; --accent: #0b63c5;
  --get: #17713a; --post: #0b63c5; --patch: #8a5a00; --delete: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e9f0; --quiet: #9aa7b6; --paper: #12171e; --shade: #1b222c; --line: #2d3743; --accent: #6fb1ff;
    --get: #6fd08f; --post: #6fb1ff; --patch: #e3b45b; --delete: #ff8f86;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; font: 1rem/1.6 system-ui, sans-serif; color: var(--ink); background: var(--paper); overflow-wrap: break-word }
a { color: var(--accent) }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance }
h1 { font-size: 2rem; margin: 0 0 0.5rem }
h2 { font-size: 1.4rem; margin: 3rem 0 0.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.1rem; margin: 0 0 0.5rem }
h4 { font-size: 0.85rem; margin: 1.25rem 0 0.4rem; color: var(--quiet); text-transform: uppercase; letter-spacing: 0.05em }
code, pre { font: 0.875em/1.55 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { background: var(--shade); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere }
pre { margin: 0.5rem 0; padding: 0.8rem 1rem; overflow-x: auto; background: var(--shade); border: 1px solid var(--line); border-radius: 8px }
main { max-width: 52rem; margin: 0 auto; padding: 2rem 1rem 5rem }
.lead { font-size: 1.1rem; color: var(--quiet); margin-top: 0 }
.quiet { color: var(--quiet) }
.call { margin: 1.25rem 0 2.5rem; padding: 1.1rem 1.25rem; border: 1px solid var(--line); border-radius: 12px }
.call > h3 { font-weight: 600 }
.route { margin: 0 0 0.6rem; overflow-wrap: anywhere }
.route code { background: none; padding: 0; font-weight: 600 }
.who { margin: 0 0 0.6rem; color: var(--quiet); font-size: 0.925rem }
.method { font-weight: 700 }
.get { color: var(--get) } .post { color: var(--post) } .patch { color: var(--patch) } .delete, .options { color: var(--delete) }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 0.925rem }
th { text-align: left; color: var(--quiet); font-weight: 600 }
th, td { padding: 0.4rem 0.75rem 0.4rem 0; vertical-align: top; border-bottom: 1px solid var(--line) }
td:first-child, td:first-child code, td:nth-child(2) > code { white-space: nowrap }
td:last-child { min-width: 11rem }
details > summary { cursor: pointer; padding: 0.4rem 0; color: var(--quiet) }
nav ul { list-style: none; margin: 0.25rem 0 1rem; padding: 0 }
nav li { font-size: 0.875rem; line-height: 1.4 }
nav li a { display: grid; grid-template-columns: 3.5rem 1fr; padding: 0.2rem 0 }
nav .method { padding: 0.15rem 0 0; background: none; font-size: 0.6875rem }
nav a { text-decoration: none } nav a:hover { text-decoration: underline }
nav > details > summary { font-weight: 600; color: var(--ink) }
nav { padding: 1rem 1rem 0 }
nav h2 { font-size: 0.85rem; margin: 1rem 0 0.25rem; padding: 0; border: 0; color: var(--quiet) }
.cards { display: grid; gap: 0.75rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); padding: 0; list-style: none }
.cards a { display: block; height: 100%; padding: 0.9rem 1rem; border: 1px solid var(--line); border-radius: 10px; text-decoration: none; color: var(--ink) }
.cards a:hover { border-color: var(--accent) }
.cards strong { color: var(--accent) }
.cards span { display: block; color: var(--quiet); font-size: 0.925rem }
.steps { padding-left: 1.25rem } .steps li { margin: 0 0 1rem } .steps li::marker { font-weight: 600; color: var(--quiet) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.35rem 1rem; margin: 0.5rem 0 }
dt { color: var(--quiet) } dd { margin: 0 }
@media (max-width: 30rem) {
  pre { white-space: pre-wrap; overflow-wrap: anywhere }
  .call { padding: 0.9rem 0.9rem }
  td:first-child, td:first-child code, td:nth-child(2) > code { white-space: normal }
  table, tbody, tr, td { display: block } thead { display: none }
  td { border: 0; padding: 0 } tr { padding: 0.5rem 0; border-bottom: 1px solid var(--line) }
  dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 0.6rem }
}
@media (min-width: 70rem) {
  .docs { display: grid; grid-template-columns: 19rem minmax(0, 1fr) }
  .docs > nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 2rem 1.5rem; border-right: 1px solid var(--line) }
  .docs > nav > details::details-content { content-visibility: visible; display: block }
  @supports selector(::details-content) { .docs > nav summary { display: none } }
  .docs > main { margin: 0; padding-left: 3rem; padding-right: 2rem; width: 100%; max-width: 58rem }
}
`;
