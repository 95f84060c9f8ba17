/**
 * Follows whether values come sorted.
 *
 * Contract: told of each value but the first how it compares with the highest and the lowest before it. While they are
 * sorted, `steps` counts the values that differ from the one before, so that `steps + 1` are different.
 */
export class Order {
  isRising = true;
  isFalling = true;
  steps = 0;

  get isSorted(): boolean {
    return this.isRising || this.isFalling;
  }

  /** Contract: where `toHighest` is not negative, `toLowest` is not looked at. */
  next(toHighest: number, toLowest: number): void {
    if (toHighest === 0) {
      if (this.steps > 0) this.isFalling = false;
    } else if (toHighest > 0) {
      this.isFalling = false;
      if (this.isRising) this.steps++;
    } else {
      this.isRising = false;
      if (toLowest > 0) this.isFalling = false;
      else if (toLowest < 0 && this.isFalling) this.steps++;
    }
  }

  /** Forgets it: values came that cannot be compared. */
  drop(): void {
    this.isRising = false;
    this.isFalling = false;
  }
}
