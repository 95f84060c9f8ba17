/** One line of a preview, before it is known whether there is room for it. */
export interface Row {
  readonly text: string;
  /** The higher, the sooner it is shown. */
  readonly worth: number;
  /** Where it stands among the shown: rows of lower order come first. */
  readonly order: number;
  /** The row that it says more about; without that row it is not shown. */
  readonly under?: Row;
  /** Where the element begins that the row shows; no element is shown twice. */
  readonly elementOffset?: number;
}
