const fewestLines = 8;
const mostAre = 0.6;
const fewestKeywords = 3;
const keywordShare = 0.015;

/** What a statement begins with in the languages that are most in use; English uses some of these words too. */
const keyword =
  /^\s*(?:import|from|export|const|let|var|function|async|class|interface|type|enum|declare|namespace|abstract|readonly|def|return|if|else|elif|for|while|switch|case|try|catch|throw|raise|with|public|private|protected|static|struct|union|typedef|extern|void|int|char|unsigned|bool|func|fn|pub|impl|use|mod|match|package|using|template|local|@media|@import|#\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma))\b/;
const sign = /[(){};='"<>]|:$/;
const comment = /^\s*(?:\/\/|\/\*|\*(?:\s|\/|$)|#(?:[!\s]|$)|--\s|"""|''')/;
const preprocessor = /^\s*#\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma)\b/;
const ending = /(?:[;{}()[\],:\\]|=>|\*\/)\s*(?:(?:\/\/|\/\*|#).*)?$/;
const assignment = /^\s*[\w.[\]'"$]+\s*(?:[-+*|&]?=|:=)\s*\S/;
const statement = /^\s*(?:[\w.$]+\(.*|\}.*|\|\s.*|&&.*|\|\|.*|return\b.*|@\w+.*)$/;
/** Style sheets and declarations have few words of their own. */
const semicolon = /;\s*$/;
const brace = /[{}]\s*$/;
const semicolonShare = 0.35;
const braceShare = 0.1;
const nearlyAll = 0.85;
/** Comments of several lines, the last of which may not end. */
const blocks =
  /^[ \t]*\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|"""[\s\S]*?(?:"""|$(?![\s\S]))|'''[\s\S]*?(?:'''|$(?![\s\S]))/gm;
/** Frames of a stack, fences of Markdown, and marks that programs put before each line. */
const otherwise = /^\s*at \S.*[:(]\d+|^(?:```|~~~)|^\S+ ?\| |^\s*\d+[:|]\s|^\[/;

/**
 * Tells source code from other text by its keywords, and by how its lines end.
 *
 * Contract: `lines` are not blank. Comments say nothing.
 */
export function isCode(lines: readonly string[]): boolean {
  if (lines.length < fewestLines) return false;
  const bare = lines.join('\n').replace(blocks, '').split('\n');
  const own = bare.filter((line) => line.trim() !== '' && (!comment.test(line) || preprocessor.test(line)));
  const count = (test: (line: string) => boolean): number => own.filter(test).length;
  const odd = count((line) => otherwise.test(line));
  if (own.length < fewestKeywords || odd > own.length * 0.1) return false;
  const alike = count((line) => isLikeCode(line));
  const keywords = count((line) => keyword.test(line) && sign.test(line));
  if (keywords >= Math.max(fewestKeywords, own.length * keywordShare) && alike >= own.length * mostAre) return true;
  const isBraced = count((line) => brace.test(line)) >= own.length * braceShare;
  const hasStatements = count((line) => semicolon.test(line)) >= own.length * semicolonShare;
  return isBraced && hasStatements && alike >= own.length * nearlyAll;
}

function isLikeCode(line: string): boolean {
  return (
    ending.test(line) ||
    preprocessor.test(line) ||
    assignment.test(line) ||
    statement.test(line) ||
    (keyword.test(line) && sign.test(line))
  );
}
