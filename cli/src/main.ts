#!/usr/bin/env node
import { runHere } from './run-as-process.ts';

process.exitCode = await runHere(process.argv.slice(2));
