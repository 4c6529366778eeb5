// The HTML page for every dashboard URL. The top bar is static HTML, so that it shows before any script loads. Nothing
// in the page needs a CSP exception.

const boat =
  '<svg class="boat" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path class="sail" d="M12.5 2.5v10h7z"/><path class="sail faint" d="M10.5 5v7.5H5z"/><path class="hull" d="M2.5 15h19l-3 6h-13z"/></svg>';

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='%230b6b74' d='M12.5 2.5v10h7zM2.5 15h19l-3 6h-13z'/%3E%3Cpath fill='%235ba5ab' d='M10.5 5v7.5H5z'/%3E%3C/svg%3E";

const noScript =
  '<noscript><main class="no-script"><h1>Slipway</h1><p>Publish releases and deliver updates to your installed apps.</p><p>The dashboard requires JavaScript. You can also use the <a href="/docs">API</a> and the CLI.</p></main></noscript>';

export const renderPage = ({ scripts: [entry, ...others], style }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Slipway</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/assets/${style}">
${others.map((name) => `<link rel="modulepreload" href="/assets/${name}">`).join('\n')}
<script type="module" src="/assets/${entry}"></script>
</head>
<body>
<div id="app"><header class="bar"><a class="brand" href="/">${boat}<span>Slipway</span></a></header>${noScript}</div>
</body>
</html>
`;
