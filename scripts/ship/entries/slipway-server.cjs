#!/usr/bin/env node
// Written so that any Node.js can read it: the service itself needs a recent one, and an older one shall say so.
'use strict';

var needed = 24;
var words = ['Slipway needs Node.js', needed, 'or later, and this is', process.version];
var remedy = 'install that, or take the single file `slipway`, which needs none.\n';

if (Number(process.versions.node.split('.')[0]) >= needed) {
  require('./server.js');
} else {
  process.stderr.write([words.join(' '), remedy].join(': '));
  process.exitCode = 1;
}
