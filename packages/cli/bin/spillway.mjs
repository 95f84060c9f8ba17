#!/usr/bin/env node
/** Says in one line why the command could not be loaded, and what to do. */
function explain(error) {
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return 'too many files are open for it to start: raise the limit (ulimit -n 1024), then try again';
  const why = String(error.message).replaceAll(/\s*\n\s*/g, ' ');
  return error.code === 'ERR_MODULE_NOT_FOUND'
    ? `a part of it is missing (${why}): install it again, or build it with npm run build`
    : `it could not be loaded: ${why} (set SPILLWAY_DEBUG=1 for the details)`;
}

async function load() {
  try {
    return (await import('../dist/main.js')).main;
  } catch (error) {
    process.stderr.write(`spillway: ${explain(error)}\n`);
    if (process.env.SPILLWAY_DEBUG) process.stderr.write(`${error.stack}\n`);
    return () => 1;
  }
}

const main = await load();
process.exitCode = await main(process.argv.slice(2));
