/** A line as a preview may show it. Plain data. */
export interface KeptLine {
  /** 1-based. */
  readonly line: number;
  /** Ready to be shown: one line, without control characters, colours or base64. */
  readonly text: string;
  /** Bytes of the whole line, where `text` is only a part of it. */
  readonly byteLength?: number;
  /** Says that `text` is a part of a line whose length is not known. */
  readonly isPart?: true;
  /** Says that the part is the line's end. */
  readonly isEnd?: true;
  /** Frames that a progress display drew over before the one that is shown. */
  readonly redraws?: number;
}
