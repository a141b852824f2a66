<%- /* A function that reads the characters of one conversion: the characters of a word or of a set, or as many characters
     as its width. See libscanlit.go. */ -%>
<% define "scan_chars" %>
int __tandem_scan_next(void);
void __tandem_scan_back(int c);
int __tandem_scan_stream(void);
void __tandem_text(int c);
static int is(int c) { return <%.Is%>; }
int <%.Name%>(char *p)
{
	int c = __tandem_scan_next();
	__SIZE_TYPE__ n = 0;
	if (c < 0)
		return 2;
	if (!is(c)) {
		__tandem_scan_back(c);
		return 1;
	}
	for (;;) {
		<%.Text%>
		<%.Put%>
		n++;
		if (n == <%.Width%>)
			break;
		c = __tandem_scan_next();
		if (c < 0)
			break;
		if (!is(c)) {
			__tandem_scan_back(c);
			break;
		}
	}
	<%.End%>
	return 0;
}
<% end %>
