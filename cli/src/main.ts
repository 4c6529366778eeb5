#!/usr/bin/env node
import { runAsProcess } from './run-as-process.ts';

process.exitCode = await runAsProcess(process.argv.slice(2));
