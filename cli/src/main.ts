#!/usr/bin/env node
import { runHere } from './edge.ts';

process.exitCode = await runHere(process.argv.slice(2));
