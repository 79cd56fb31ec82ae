import { encode } from 'uqr';

/** The white border in squares: QR readers need four. */
const QUIET_SQUARES = 4;

/** Renders the candidate's link as a QR code. */
export function LinkSquares({ link, className }: { link: string; className?: string | undefined }) {
  const { size, path } = drawCode(link);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label="QR code of the candidate link"
      shapeRendering="crispEdges"
      className={className}
    >
      {/* Black on white in both schemes, or cameras do not read it. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** Returns the code as one path of squares; the size includes the white border. */
export function drawCode(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'M', border: QUIET_SQUARES });
  const squares = data.flatMap((row, y) => row.map((isBlack, x) => (isBlack ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: squares.join('') };
}
