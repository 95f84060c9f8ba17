// npm runs this after every change it makes to node_modules, so that a developer's own `npm install` counts as done.
import { recordInstall } from './install.mjs';

recordInstall();
