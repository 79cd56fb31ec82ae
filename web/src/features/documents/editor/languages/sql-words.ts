const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** SQL types, with the same colour in both editors. */
export const SQL_TYPES = words(`
  array bigint binary bit blob bool boolean bytea char character clob date datetime decimal double enum float int
  integer interval json jsonb nchar numeric nvarchar real serial bigserial smallint text time timestamp timestamptz
  tinyint uuid varbinary varchar varying xml
`);

/** SQL keywords that can precede a bracket without being functions. */
export const SQL_BEFORE_BRACKETS = words(`
  all and any as between by case check cross cube distinct else except exists explain filter foreign from full group
  having if in index inner insert intersect into is join key lateral left like ilike limit not offset on or order outer
  over overlay partition primary references returning right rollup select set sets some table then union unique update
  using values view when where window with within
`);
