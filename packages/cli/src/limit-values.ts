import type { ChoiceName, SettingName } from '@spillway/core';

/** Limits as a command line gives them. */
export type LimitValues = Readonly<Partial<Record<SettingName | ChoiceName, string>>>;
