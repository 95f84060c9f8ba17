/** What is done about key bodies that would be shown: each is masked, or nothing of what holds one is shown. */
export type KeyPolicy = 'redact' | 'refuse';

/** The policy, or that the owner has every byte shown. */
export type KeyMode = KeyPolicy | 'include';
