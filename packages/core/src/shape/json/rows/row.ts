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

/** What each kind of row is worth. Rows of paths lie a little below, the further down the path is. */
export const worths = {
  root: 1_000,
  fault: 990,
  untracked: 985,
  duplicates: 940,
  veryDeep: 900,
  single: 800,
  mostOfContent: 760,
  field: 700,
  first: 570,
  deep: 560,
  large: 540,
} as const;

/** Orders of rows that do not stand at their path: paths have their index. */
export const orders = { fault: -100, root: -90, duplicates: -80, first: 8e5, end: 9e5 } as const;
