int main(int argc, char **argv)
{
	int k, n = argc > 1 ? atoi(argv[1]) : 1000;
	classes();
	wideClasses();
	messages();
	floatEdges();
	timeEdges();
	for (k = 0; k < n; k++) {
		strings();
		texts();
		gnuStrings();
		sorting();
		numbers();
		floats();
		integers();
		wideStrings();
		multibyte();
		times();
		formats();
		posix();
	}
	printf("%d failures\n", failures);
	return failures != 0;
}
