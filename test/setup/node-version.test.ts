import { expect, it } from 'vitest';
import { checkNodeVersion } from '../../scripts/setup/node-version.mjs';

it.each(['20.19.0', '20.20.2', '21.0.0', '22.0.0', '24.11.1'])('Node %s is new enough', (version) => {
  expect(() => checkNodeVersion(version)).not.toThrow();
});

it.each(['20.18.3', '18.20.8', '8.0.0'])(
  'Node %s is refused, and the message names the version that is needed',
  (version) => {
    expect(() => checkNodeVersion(version)).toThrow(`Spillway needs Node 20.19 or newer, this is Node ${version}.`);
  },
);
