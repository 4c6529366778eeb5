/*
 * node:http as CommonJS modules get it. `import` reads all of its exports, and reading those for WebSocket loads Node's
 * fetch client: 10 MB that nothing here uses.
 */
export const { createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
