//# @locale1 @BASE
@TYPE @BASE(@P1);
@TYPE @NAME(@P1 a, void *l)
{
	return @BASE(a);
}

//# @locale2 @BASE
@TYPE @BASE(@P1, @P2);
@TYPE @NAME(@P1 a, @P2 b, void *l)
{
	return @BASE(a, b);
}

//# @locale3 @BASE
@TYPE @BASE(@P1, @P2, @P3);
@TYPE @NAME(@P1 a, @P2 b, @P3 c, void *l)
{
	return @BASE(a, b, c);
}

//# @locale4 @BASE
@TYPE @BASE(@P1, @P2, @P3, @P4);
@TYPE @NAME(@P1 a, @P2 b, @P3 c, @P4 d, void *l)
{
	return @BASE(a, b, c, d);
}
