import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCommandWords } from '../../src/shell/command-word.ts';

let folder: string;
let script: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spillway-word-'));
  for (const name of ['app', 'bin', 'other']) mkdirSync(join(folder, name));
  script = join(folder, 'app', 'spillway.mjs');
  writeFileSync(script, '#!/usr/bin/env node\n', { mode: 0o755 });
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('findCommandWords', () => {
  it('is the bare name when the first spillway on PATH is this script, through links', () => {
    symlinkSync(script, join(folder, 'bin', 'spillway'));
    const path = `${join(folder, 'other')}:${join(folder, 'bin')}`;
    expect(findCommandWords({ script, execPath: '/n/node', path })).toEqual(['spillway']);
  });

  it('is the absolute path when another spillway comes first on PATH', () => {
    symlinkSync(script, join(folder, 'bin', 'spillway'));
    writeFileSync(join(folder, 'other', 'spillway'), '#!/bin/sh\n', { mode: 0o755 });
    const path = `${join(folder, 'other')}:${join(folder, 'bin')}`;
    expect(findCommandWords({ script, execPath: '/n/node', path })).toEqual([script]);
  });

  it('is the absolute path when only npm has put it on PATH for the time being', () => {
    const added = join(folder, 'node_modules', '.bin');
    mkdirSync(added, { recursive: true });
    symlinkSync(script, join(added, 'spillway'));
    expect(findCommandWords({ script, execPath: '/n/node', path: added })).toEqual([script]);
    symlinkSync(script, join(folder, 'bin', 'spillway'));
    const both = `${added}:${join(folder, 'bin')}`;
    expect(findCommandWords({ script, execPath: '/n/node', path: both })).toEqual(['spillway']);
  });

  it('is the absolute path when PATH finds it only from this directory', () => {
    symlinkSync(script, join(folder, 'bin', 'spillway'));
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect(findCommandWords({ script, execPath: '/n/node', path: 'bin' })).toEqual([script]);
    } finally {
      process.chdir(before);
    }
  });

  it('starts Node where the script cannot be executed', () => {
    chmodSync(script, 0o644);
    expect(findCommandWords({ script, execPath: '/n/node', path: '' })).toEqual(['/n/node', script]);
  });
});
