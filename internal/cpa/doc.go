// Package cpa is configurable program analysis: one reachability algorithm for all analyses that are given by their
// operators, and the abstract reachability graph that the algorithm builds.
//
// # The idea
//
// An Analysis describes the executions at one location by immutable states. Its operators are the initial state, the
// transfer over an edge, when two states are merged, when one stands for another, and how precise a state shall be. The
// algorithm (algorithm.go) follows edges from the nodes that wait. States that are always merged give data-flow
// analysis, states that never are give model checking; the operators decide where between the two an analysis lies.
//
//	a := cpa.Product(cpa.Errors(asked), value.New(prog, meaning, value.All))
//	run := cpa.NewRun(prog, a, cpa.Orders()[0], nil)
//	done := run.Explore(ctx, 0)
//	fmt.Print(run.Graph(false))     // nodes, their formulas, links, coverage
//
// # Types
//
//	Analysis        the operators; Partitioned, Targeter, Teller, Listener, Bounded, Narrower: optional operators
//	Run             an analysis under way: Explore, Target, Refine, Descend, and on again
//	ARG, Node, Link the abstract reachability graph: nodes are only added; Fate says whether they were expanded, covered, removed
//	Frame           a stack that callers share (calls and recursion by tabulation)
//	Graph           the ARG at one moment, as text, drawing, evidence, condition
//	Order           which node is next
//
// Observers (errors, bounds, conditions) are analyses that know nothing of values. In a product, the analyses
// strengthen each other by expressions.
//
// # What holds
//
// A node that is expanded has a link for each edge that executions in it pass, and the formula of the next node holds
// after it; a covered node is below the node that covers it. So the graph is a proof for its nodes that are not open,
// and the open nodes are the work that is left. TestRuns holds graphs, stopped and refined at random points, against
// runs.
//
// # Not modelled
//
// Several successors of a state over one edge (an analysis has one state that stands for them); relations between the
// entry and the exit of a frame, except by states that are kept apart.
package cpa
